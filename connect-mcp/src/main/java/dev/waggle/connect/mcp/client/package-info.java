/**
 * Tools of other programs for our agents, by the Model Context Protocol. Here live the configured servers
 * ({@link dev.waggle.connect.mcp.client.McpConfigFile}), their transports, their tools and the outcomes of calls
 * ({@link dev.waggle.connect.mcp.client.McpTools}). Permissions, quotas and costs of tools are decided elsewhere.
 *
 * <p>A server is not trusted. It gets the configured environment and little else. Its answers and its descriptions are
 * data of limited size. Its schemas cannot make a check endless, and neither its silence nor its death blocks a caller.
 *
 * <p>Threads: a stdio server has two daemon threads and one virtual thread that writes. A blocked read of a pipe holds
 * its carrier and would delay all virtual threads. All HTTP servers of one {@code McpTools} share one client and its
 * selector thread. The SDK adds the timers of Reactor, which are daemons, shared by the process, one for each
 * processor. Its own stdio transport would need three threads for each server.
 */
@NullMarked
package dev.waggle.connect.mcp.client;

import org.jspecify.annotations.NullMarked;
