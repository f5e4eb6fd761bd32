/**
 * Waggle as a server of the Model Context Protocol: tools and resources of one host, over stdio or streamable HTTP.
 * The caller supplies tools and resources. Access, quotas and timeouts are decided here.
 */
@NullMarked
package dev.waggle.connect.mcp.server;

import org.jspecify.annotations.NullMarked;
