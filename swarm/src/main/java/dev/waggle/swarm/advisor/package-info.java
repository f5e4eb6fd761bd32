/**
 * Configuration and reports of the advisor, which observes a deliberation from outside: its advice, the topology, and
 * what introspection found. The analysis behind them is in {@code advisor.analysis}.
 */
@NullMarked
package dev.waggle.swarm.advisor;

import org.jspecify.annotations.NullMarked;
