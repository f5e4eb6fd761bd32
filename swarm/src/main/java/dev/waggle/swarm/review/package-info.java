/**
 * Content of the log of one run: its rules, its entries by kind, the cost of its calls. The questions about a run live in
 * the rooms below this one; the facts themselves belong to the log of the run.
 */
@NullMarked
package dev.waggle.swarm.review;

import org.jspecify.annotations.NullMarked;
