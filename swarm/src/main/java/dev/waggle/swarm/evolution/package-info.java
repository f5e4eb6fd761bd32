/**
 * Evolution of a swarm, for its users: configuration, report, vacancies, and the port that fills them. The rules are
 * in {@code evolution.control}.
 */
@NullMarked
package dev.waggle.swarm.evolution;

import org.jspecify.annotations.NullMarked;
