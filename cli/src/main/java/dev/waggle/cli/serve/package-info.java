/** Tools and resources of {@code waggle mcp} for clients of the Model Context Protocol. The transport lies elsewhere. */
@NullMarked
package dev.waggle.cli.serve;

import org.jspecify.annotations.NullMarked;
