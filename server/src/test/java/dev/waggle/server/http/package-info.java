/** Tests of operations over HTTP. */
@NullMarked
package dev.waggle.server.http;

import org.jspecify.annotations.NullMarked;
