package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"felli"
	"felli/internal/exit"
)

// A usageError is a command line that can't be understood.
type usageError struct {
	err  error
	hint string
}

func (e *usageError) Error() string        { return e.err.Error() }
func (e *usageError) Unwrap() error        { return e.err }
func (e *usageError) Is(target error) bool { return target == felli.ErrInput }

// A hinted error has a next step to offer.
type hinted struct {
	error
	hint string
}

func (e *hinted) Unwrap() error { return e.error }

// badFlag is the error of cmd's flags that can't be read, in words for people.
func badFlag(cmd *cobra.Command, err error) error {
	cause := errors.Unwrap(err)
	if cause == nil {
		return usage(cmd, err)
	}
	want, number := cause.Error(), (*strconv.NumError)(nil)
	switch isNumber := errors.As(cause, &number); {
	case isNumber && number.Func == "ParseBool":
		want = "want true or false"
	case isNumber && errors.Is(cause, strconv.ErrRange):
		want = "the number is too large"
	case isNumber && number.Func == "ParseUint":
		want = "want a whole number, 0 or more"
	case isNumber:
		want = "want a whole number"
	case strings.HasPrefix(want, "time: "):
		want = "want a time such as 90s or 5m"
	}
	return usage(cmd, fmt.Errorf("%s%s", strings.TrimSuffix(err.Error(), cause.Error()), want))
}

// usage wraps an error in how cmd is called.
func usage(cmd *cobra.Command, err error) error {
	return &usageError{err, "usage: " + cmd.UseLine()}
}

func unknownCommand(cmd *cobra.Command, name string) error {
	path := strings.TrimPrefix(cmd.CommandPath()+" "+name, cmd.Root().Name()+" ")
	for cmd.HasParent() && !cmd.HasSubCommands() {
		cmd = cmd.Parent()
	}
	err := &usageError{fmt.Errorf("unknown command %q", path), cmd.CommandPath() + " --help lists the commands"}
	if near := cmd.SuggestionsFor(name); len(near) > 0 {
		err.hint = fmt.Sprintf("did you mean %q? %s", near[0], err.hint)
	}
	return err
}

// helpUnlessNamed is what a command does that only has others below it: it
// tells of them, and that a name isn't any of theirs.
func helpUnlessNamed(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return cmd.Help()
}

// checkArgs makes a wrong number of arguments a usage error.
func checkArgs(cmd *cobra.Command) {
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if err := check(cmd, args); err != nil {
				return usage(cmd, err)
			}
			return nil
		}
	}
}

// report prints an error, its hint and returns its exit code.
func (a *app) report(ctx context.Context, err error) int {
	code := exit.Code(ctx, err)
	if err == nil {
		return code
	}
	message := err.Error()
	if code == exit.Interrupted {
		message = interruption(ctx, message)
	}
	fmt.Fprintf(a.stderr, "felli: error: %s\n", message)
	a.hint(hintFor(err))
	return code
}

// interruption is the message of an error after an interrupt, without the words
// that say so a second time.
func interruption(ctx context.Context, message string) string {
	for _, cause := range []string{context.Canceled.Error(), context.Cause(ctx).Error()} {
		message = strings.TrimSuffix(strings.TrimSuffix(message, cause), ": ")
	}
	if message == "" {
		return "interrupted"
	}
	return message
}
