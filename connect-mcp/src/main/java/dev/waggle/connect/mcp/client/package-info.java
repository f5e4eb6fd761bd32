/**
 * Tools of other programs for our agents, by the Model Context Protocol: which servers there are
 * ({@link dev.waggle.connect.mcp.client.McpConfigFile}), how they are reached, what they offer and what came of a call
 * ({@link dev.waggle.connect.mcp.client.McpTools}). What agents may do with a tool, how often and who pays is decided
 * elsewhere.
 *
 * <p>A server is not trusted. It gets the environment that is written down for it and little else, its answers and its
 * descriptions are data of limited size, its schemas cannot make a check endless, and neither its silence nor its death
 * keeps anybody waiting.
 *
 * <p>Threads: a stdio server has two daemon threads of its own, since a blocked read of a pipe holds its carrier and so
 * would hold up the virtual threads of everybody, and one virtual thread that writes. All HTTP servers of one {@code
 * McpTools} share one client and its selector thread. The SDK adds the timers of Reactor, which are daemons, shared by
 * the process, and as many as there are processors; its own stdio transport would need three threads for each server.
 */
@NullMarked
package dev.waggle.connect.mcp.client;

import org.jspecify.annotations.NullMarked;
