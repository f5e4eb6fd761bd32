/** Connections of HTTP servers: a deadline for heads, and buffers that no two requests share. */
@NullMarked
package dev.waggle.connect.mcp.http;

import org.jspecify.annotations.NullMarked;
