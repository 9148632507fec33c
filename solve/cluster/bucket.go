package cluster

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"gocloud.dev/blob"
	_ "gocloud.dev/blob/azureblob" // azblob://
	_ "gocloud.dev/blob/fileblob"  // file://
	_ "gocloud.dev/blob/gcsblob"   // gs://
	_ "gocloud.dev/blob/s3blob"    // s3://
	"gocloud.dev/gcerrors"

	"felli"
)

// A Bucket is where the tables of builds lie: a folder or a bucket of an object
// store. It may hold any number of rulesets and other things besides. It is
// safe for concurrent use.
type Bucket struct {
	blobs *blob.Bucket
	id    string
}

// nameKey is the object with a bucket's id.
const nameKey = "felli-tables"

var isID = regexp.MustCompile(`^[0-9a-f]{16}$`)

// OpenBucket opens s3://NAME, gs://NAME, azblob://NAME, with the parameters that
// gocloud.dev knows for them, or a folder, file:///DIR, which is made if need
// be. A bucket that was never used gets an id, by which everyone who opens it
// knows that it is the same one, under whatever URL.
func OpenBucket(ctx context.Context, address string) (*Bucket, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme == "" {
		return nil, &felli.ParseError{
			What: "URL of the tables", Input: address,
			Reason: "want s3://BUCKET, gs://BUCKET, azblob://CONTAINER or file:///FOLDER",
		}
	}
	isFolder := u.Scheme == "file"
	if isFolder {
		q := u.Query()
		q.Set("create_dir", "true")
		q.Set("no_tmp_dir", "true") // a rename must not leave the disk
		q.Set("metadata", "skip")
		u.RawQuery = q.Encode()
	}
	blobs, err := blob.OpenBucket(ctx, u.String())
	if err != nil {
		return nil, fmt.Errorf("open tables %s: %w", address, err)
	}
	if isFolder {
		claimFolder(folderOf(u))
	}
	b := &Bucket{blobs: blobs}
	if err := retry(ctx, func() error { return b.identify(ctx) }); err != nil {
		return nil, errors.Join(fmt.Errorf("open tables %s: %w", address, err), blobs.Close())
	}
	return b, nil
}

// Close ends the use of the bucket.
func (b *Bucket) Close() error { return b.blobs.Close() }

// ID is the bucket's own name, 16 hexadecimal digits.
func (b *Bucket) ID() string { return b.id }

// identify reads the bucket's id, or gives it one. Of several who do so at once
// one succeeds, and all read what it wrote.
func (b *Bucket) identify(ctx context.Context) error {
	for {
		text, err := b.blobs.ReadAll(ctx, nameKey)
		if err == nil {
			if b.id = strings.TrimSpace(string(text)); !isID.MatchString(b.id) {
				return fmt.Errorf("object %s holds %q, which is no id: %w", nameKey, text, felli.ErrCorrupt)
			}
			return nil
		}
		if gcerrors.Code(err) != gcerrors.NotFound {
			return err
		}
		err = b.blobs.WriteAll(ctx, nameKey, newID(), &blob.WriterOptions{IfNotExist: true})
		if err != nil && gcerrors.Code(err) != gcerrors.FailedPrecondition {
			return err
		}
	}
}

// newID is what the object with a bucket's id holds.
func newID() []byte {
	id := make([]byte, 8)
	_, _ = rand.Read(id) // never fails
	return []byte(hex.EncodeToString(id) + "\n")
}

// folderOf is the folder of a file URL, which is relative behind file://./.
func folderOf(u *url.URL) string {
	if u.Host == "." {
		return filepath.FromSlash("." + u.Path)
	}
	return filepath.FromSlash(u.Path)
}

// claimFolder gives a folder an id if it has none. Of several processes that do
// so at once only one succeeds, which gocloud.dev doesn't promise for folders.
// Where a file system knows no links, what it does promise must do.
func claimFolder(dir string) {
	name := filepath.Join(dir, nameKey)
	if _, err := os.Stat(name); err == nil {
		return
	}
	f, err := os.CreateTemp(dir, nameKey+"-*.tmp")
	if err != nil {
		return
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(newID())
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err == nil {
		_ = os.Link(f.Name(), name) // fails if there is one by now
	}
}

// put writes an object: it is there when put returns, or nothing of it is.
func (b *Bucket) put(ctx context.Context, name string, write func(io.Writer) error) error {
	return retry(ctx, func() error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		w, err := b.blobs.NewWriter(ctx, name, &blob.WriterOptions{ContentType: "application/octet-stream"})
		if err != nil {
			return err
		}
		if err := write(w); err != nil {
			cancel() // so that Close commits nothing
			_ = w.Close()
			return err
		}
		return w.Close()
	})
}

// read gives the bytes of an object to f, at most the first length bytes, or
// all if length is negative. It is tried again, from the start, when the
// stream breaks.
func (b *Bucket) read(ctx context.Context, name string, length int64, f func(io.Reader) error) error {
	return retry(ctx, func() error {
		r, err := b.blobs.NewRangeReader(ctx, name, 0, length, nil)
		if err != nil {
			return err
		}
		defer func() { _ = r.Close() }() // what f has read is what counts
		return f(r)
	})
}
