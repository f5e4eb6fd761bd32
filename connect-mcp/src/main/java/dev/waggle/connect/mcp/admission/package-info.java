/** Checks of requests over HTTP that every server here shares: hosts, origins of pages, and bearer tokens. */
@NullMarked
package dev.waggle.connect.mcp.admission;

import org.jspecify.annotations.NullMarked;
