/**
 * What agents may do: tools, whom they act for and what comes of it. The tools themselves live where they do their work.
 */
@NullMarked
package dev.waggle.signal.tool;

import org.jspecify.annotations.NullMarked;
