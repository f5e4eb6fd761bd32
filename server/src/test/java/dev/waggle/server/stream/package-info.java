/** Tests of streams. */
@NullMarked
package dev.waggle.server.stream;

import org.jspecify.annotations.NullMarked;
