/**
 * MCP client: gives our agents the tools of other programs. {@link dev.waggle.connect.mcp.client.McpConfigFile} lists
 * the servers and their transports. {@link dev.waggle.connect.mcp.client.McpTools} offers their tools and returns the
 * outcome of each call. Permissions, quotas and costs of tools are decided elsewhere.
 *
 * <p>A server is not trusted. It gets the environment configured for it and little else. Its answers and descriptions
 * are data of limited size, and its schemas cannot make a check endless. Neither its silence nor its death blocks a
 * caller.
 *
 * <p>Threads: a stdio server has two daemon threads and one virtual thread that writes. The daemons exist because a
 * blocked read of a pipe holds its carrier and so would hold up all virtual threads. All HTTP servers of one {@code
 * McpTools} share one client and its selector thread. The SDK adds the timers of Reactor, which are daemons, shared
 * by the process, and as many as there are processors. Its own stdio transport would need three threads for each
 * server.
 */
@NullMarked
package dev.waggle.connect.mcp.client;

import org.jspecify.annotations.NullMarked;
