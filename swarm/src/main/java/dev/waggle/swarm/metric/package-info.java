/**
 * Metrics of solves: their names, units and labels, the port {@link dev.waggle.swarm.metric.MetricSink} of metric
 * systems, and the recorder that derives them from events. It knows no metric system; those are in modules above.
 */
@NullMarked
package dev.waggle.swarm.metric;

import org.jspecify.annotations.NullMarked;
