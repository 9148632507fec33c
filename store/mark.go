package store

import "fmt"

// Mark tells one content of the store from another: two marks of an open store
// differ exactly when something was added between them. In a store opened to
// read it can only change in [Store.Refresh]. It is empty once the store is
// closed.
func (s *Store) Mark() string {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if s.handle == nil {
		return ""
	}
	return fmt.Sprint(s.handle.state)
}
