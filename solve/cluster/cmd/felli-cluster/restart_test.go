package main

import (
	"fmt"
	"net"
	"path/filepath"
	"testing"
	"time"

	"go.temporal.io/server/common/authorization"
	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	sqliteplugin "go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	"go.temporal.io/server/schema/sqlite"
	"go.temporal.io/server/temporal"
)

// The server goes down in the middle of a build and comes back, with what it
// has kept on disk: the build goes on.
func TestTemporalRestarts(t *testing.T) {
	address, _ := folder(t)
	d := newDrill(t, address)
	s := newKeptServer(t)
	s.start(t)
	d.temporal = []string{"--temporal", s.address, "--namespace", keptNamespace}
	for range 3 {
		d.worker(slow...)
	}
	n := pairs(t, "felli-compulsory", 0)
	b := d.goBuild("felli-compulsory", 0)
	for done := 3; done < n; done += n / 3 {
		until(t, "some jobs are done", func() bool { _, finished := d.counts(); return len(finished) >= done || b.ended() })
		s.stop(t)
		time.Sleep(time.Second)
		s.start(t)
	}
	out := b.wait(t)
	wantDigest(t, out, "felli-compulsory", 0)
	d.wantOnce(n, 0)
}

const keptNamespace = "kept"

// A keptServer is a Temporal server of one process that keeps its state in a
// file, as temporaltest's doesn't. It can be stopped and started again.
type keptServer struct {
	address string
	ports   []int
	file    string
	server  temporal.Server
}

// keptServices are the parts of a Temporal server.
var keptServices = []string{"frontend", "history", "matching", "worker"}

func newKeptServer(t *testing.T) *keptServer {
	t.Helper()
	s := &keptServer{file: filepath.Join(t.TempDir(), "temporal.db")}
	for range 2 * len(keptServices) {
		s.ports = append(s.ports, freePort(t))
	}
	s.address = fmt.Sprintf("127.0.0.1:%d", s.ports[0])
	c := s.config()
	sql := c.Persistence.DataStores[sqliteplugin.PluginName].SQL
	if err := sqlite.SetupSchema(sql); err != nil {
		t.Fatal(err)
	}
	namespace, err := sqlite.NewNamespaceConfig(c.ClusterMetadata.CurrentClusterName, keptNamespace, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := sqlite.CreateNamespaces(sql, namespace); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.stop(t) })
	return s
}

// config is that of the smallest server, as temporaltest has it.
func (s *keptServer) config() *config.Config {
	c := &config.Config{}
	c.Global.Membership = config.Membership{MaxJoinDuration: 30 * time.Second, BroadcastAddress: "127.0.0.1"}
	c.Persistence = config.Persistence{
		DefaultStore: sqliteplugin.PluginName, VisibilityStore: sqliteplugin.PluginName, NumHistoryShards: 1,
		DataStores: map[string]config.DataStore{sqliteplugin.PluginName: {SQL: &config.SQL{
			PluginName: sqliteplugin.PluginName, DatabaseName: s.file, ConnectAttributes: map[string]string{"mode": "rwc"},
		}}},
	}
	c.ClusterMetadata = &cluster.Config{
		FailoverVersionIncrement: 10, MasterClusterName: "active", CurrentClusterName: "active",
		ClusterInformation: map[string]cluster.ClusterInformation{
			"active": {Enabled: true, InitialFailoverVersion: 1, RPCAddress: s.address},
		},
	}
	c.DCRedirectionPolicy.Policy = "noop"
	c.Services = map[string]config.Service{}
	for i, name := range keptServices {
		c.Services[name] = config.Service{RPC: config.RPC{GRPCPort: s.ports[2*i], MembershipPort: s.ports[2*i+1], BindOnLocalHost: true}}
	}
	c.Archival.History.State, c.Archival.Visibility.State = "disabled", "disabled"
	c.NamespaceDefaults.Archival.History.State, c.NamespaceDefaults.Archival.Visibility.State = "disabled", "disabled"
	c.PublicClient.HostPort = s.address
	return c
}

func (s *keptServer) start(t *testing.T) {
	t.Helper()
	c := s.config()
	authorizer, err := authorization.GetAuthorizerFromConfig(&c.Global.Authorization)
	if err != nil {
		t.Fatal(err)
	}
	claims, err := authorization.GetClaimMapperFromConfig(&c.Global.Authorization, log.NewNoopLogger())
	if err != nil {
		t.Fatal(err)
	}
	s.server, err = temporal.NewServer(
		temporal.WithConfig(c), temporal.ForServices(temporal.DefaultServices), temporal.WithLogger(log.NewNoopLogger()),
		temporal.WithAuthorizer(authorizer),
		temporal.WithClaimMapper(func(*config.Config) authorization.ClaimMapper { return claims }),
	)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.server.Start(); err != nil {
		t.Fatal(err)
	}
}

func (s *keptServer) stop(t *testing.T) {
	t.Helper()
	if s.server == nil {
		return
	}
	if err := s.server.Stop(); err != nil {
		t.Logf("stop the Temporal server: %v", err)
	}
	s.server = nil
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	return l.Addr().(*net.TCPAddr).Port
}
