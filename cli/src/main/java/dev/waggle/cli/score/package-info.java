/** How good decisions are once the truth is known. */
@NullMarked
package dev.waggle.cli.score;

import org.jspecify.annotations.NullMarked;
