/** Tools and resources of {@code waggle mcp} for clients of the Model Context Protocol. Transports live elsewhere. */
@NullMarked
package dev.waggle.cli.serve;

import org.jspecify.annotations.NullMarked;
