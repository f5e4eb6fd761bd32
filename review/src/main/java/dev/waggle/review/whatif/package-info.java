/**
 * Other outcomes of the same votes: another rule, a voter left out, a vote turned, and the smallest change that
 * matters. Nothing here knows a log. Decisions from votes belong to {@code dev.waggle.swarm.consensus}.
 */
@NullMarked
package dev.waggle.review.whatif;

import org.jspecify.annotations.NullMarked;
