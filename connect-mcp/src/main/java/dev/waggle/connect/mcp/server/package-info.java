/**
 * Waggle as a server of the Model Context Protocol: tools and resources of one host, over stdio or streamable HTTP. What
 * is served is handed in; who may come in, how much and for how long is decided here.
 */
@NullMarked
package dev.waggle.connect.mcp.server;

import org.jspecify.annotations.NullMarked;
