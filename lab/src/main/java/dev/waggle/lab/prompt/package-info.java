/** Studies of prompts: the tokens that a solve sends, and the part that providers read from their cache. */
@NullMarked
package dev.waggle.lab.prompt;

import org.jspecify.annotations.NullMarked;
