/** Tests of the server. */
@NullMarked
package dev.waggle.server;

import org.jspecify.annotations.NullMarked;
