/**
 * Benches: how fast a part is, beside the alternative that it is asked against, measured in the same run. One question
 * per file; the answers stand in {@code docs/performance.md}.
 */
@NullMarked
package dev.waggle.lab.bench;

import org.jspecify.annotations.NullMarked;
