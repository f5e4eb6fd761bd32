/**
 * Server of the Agent2Agent protocol: each task is a solve of this server. Messages and their JSON are in
 * {@code dev.waggle.connect.a2a}.
 */
@NullMarked
package dev.waggle.server.api.a2a;

import org.jspecify.annotations.NullMarked;
