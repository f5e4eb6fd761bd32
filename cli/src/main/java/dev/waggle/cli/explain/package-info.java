/**
 * Why a run decided as it did: what its log holds is put together again, asked once more, and asked what would have
 * changed it. Reads entries, computes and draws; it touches no file and no model. How votes become a decision is the
 * business of {@code dev.waggle.swarm.consensus}, what lenses see that of {@code dev.waggle.cli.lens}.
 */
@NullMarked
package dev.waggle.cli.explain;

import org.jspecify.annotations.NullMarked;
