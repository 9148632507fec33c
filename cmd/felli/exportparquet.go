package main

import (
	"context"
	"errors"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress/zstd"

	"felli/index"
	"felli/query"
	"felli/query/study"
)

// A parquetRow is a position in a Parquet file.
type parquetRow struct {
	FEN   string `parquet:"fen"`
	Value string `parquet:"value,dict"`
	DTW   *int32 `parquet:"dtw,optional"`
}

// rowGroup is how many rows are kept in memory before they are written.
const rowGroup = 1 << 18

func exportParquet(ctx context.Context, w io.Writer, x *index.Space, tables query.Tables, o study.RowOptions) (err error) {
	g := x.Game()
	options := []parquet.WriterOption{parquet.Compression(&zstd.Codec{}), parquet.CreatedBy("felli", version(), "")}
	for _, fact := range exportFacts(g) {
		options = append(options, parquet.KeyValueMetadata(fact[0], fact[1]))
	}
	out := parquet.NewGenericWriter[parquetRow](w, options...)
	defer func() { err = errors.Join(err, out.Close()) }()
	fill := func(rows []study.Row) ([]parquetRow, error) {
		list := make([]parquetRow, 0, len(rows))
		for _, r := range rows {
			row := parquetRow{FEN: g.FEN(r.Position), Value: r.Result.Value.String()}
			if d := query.Decided(r.Result); d != nil {
				plies := int32(*d)
				row.DTW = &plies
			}
			list = append(list, row)
		}
		return list, nil
	}
	inGroup := 0
	return study.Rows(ctx, x, tables, o, fill, func(rows []parquetRow) error {
		if _, err := out.Write(rows); err != nil {
			return err
		}
		if inGroup += len(rows); inGroup < rowGroup {
			return nil
		}
		inGroup = 0
		return out.Flush()
	})
}
