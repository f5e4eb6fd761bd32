/**
 * Report of a solve for people, in Markdown. Texts of agents and models are data in it and never markup.
 *
 * <p>Not here: JSON for programs, and the views of a log.
 */
@NullMarked
package dev.waggle.swarm.report;

import org.jspecify.annotations.NullMarked;
