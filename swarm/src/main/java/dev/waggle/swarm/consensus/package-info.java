/**
 * Consensus: evaluation of votes. Pure: the same proposals and votes give the same answer, in any order. It uses no
 * clock, thread, file or source of chance. The reason for the end of a deliberation is not decided here.
 */
@NullMarked
package dev.waggle.swarm.consensus;

import org.jspecify.annotations.NullMarked;
