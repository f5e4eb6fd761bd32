/** Access control: rights, tokens, and the limits of each caller. */
@NullMarked
package dev.waggle.server.access;

import org.jspecify.annotations.NullMarked;
