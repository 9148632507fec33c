package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics are what /metrics tells.
type metrics struct {
	handler   http.Handler
	requests  *prometheus.CounterVec
	seconds   *prometheus.HistogramVec
	running   prometheus.Gauge
	searching prometheus.Gauge
	positions prometheus.Counter
}

func newMetrics() *metrics {
	registry := prometheus.NewRegistry()
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "felli_http_requests_total", Help: "Requests answered, by route and status.",
		}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "felli_http_request_seconds", Help: "Time taken to answer, by route.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .1, .5, 2, 10},
		}, []string{"route"}),
		running: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "felli_http_requests_running", Help: "Requests being answered.",
		}),
		searching: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "felli_searches_running", Help: "Searches beyond the tables that run.",
		}),
		positions: prometheus.NewCounter(prometheus.CounterOpts{
			Name: "felli_positions_total", Help: "Positions answered.",
		}),
	}
	registry.MustRegister(m.requests, m.seconds, m.running, m.searching, m.positions,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return m
}

func (m *metrics) observe(route string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
	m.seconds.WithLabelValues(route).Observe(took.Seconds())
}

func (q *request) measures() error {
	q.status = http.StatusOK
	q.server.metrics.handler.ServeHTTP(q.w, q.r)
	return nil
}

// health tells whether the server can do its work.
func (q *request) health() error {
	h := struct {
		Status   string `json:"status"`
		Version  string `json:"version,omitempty"`
		Rulesets int    `json:"rulesets"` // of which the store holds something
		Error    string `json:"error,omitempty"`
	}{Status: "ok", Version: q.server.version}
	status := http.StatusOK
	list, err := q.server.shelf.store.Rulesets()
	h.Rulesets = len(list)
	if trouble := q.server.trouble.Load(); trouble != nil || err != nil {
		status, h.Status, h.Error = http.StatusServiceUnavailable, "trouble", "the store can't be read; the server's log has the details"
		if err != nil {
			q.failure = err.Error()
		}
	}
	q.w.Header().Set("Cache-Control", "no-store")
	return q.sendJSONAs(status, h)
}
