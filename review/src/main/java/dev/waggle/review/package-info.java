/**
 * Content of the log of one run: its rules, its entries by kind, the cost of its calls. The questions about a run
 * live in the packages below this one; the facts themselves belong to {@code dev.waggle.swarm.runlog}.
 */
@NullMarked
package dev.waggle.review;

import org.jspecify.annotations.NullMarked;
