/**
 * Files from outside, which may be anything: opened by content, read line by line, refused in one sentence. Options with
 * a list of words have it from here.
 */
@NullMarked
package dev.waggle.cli.input;

import org.jspecify.annotations.NullMarked;
