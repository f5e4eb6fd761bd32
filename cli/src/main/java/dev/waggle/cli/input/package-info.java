/** Files from outside, which may be anything: opened by content, read line by line, refused in one sentence. */
@NullMarked
package dev.waggle.cli.input;

import org.jspecify.annotations.NullMarked;
