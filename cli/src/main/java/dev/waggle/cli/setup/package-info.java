/** The file {@code swarm.yaml}: reading, checking and creating it. Agents and the run of a solve live elsewhere. */
@NullMarked
package dev.waggle.cli.setup;

import org.jspecify.annotations.NullMarked;
