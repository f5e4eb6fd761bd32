/** What {@code waggle mcp} lets clients of the Model Context Protocol call and read. How they come in is not known here. */
@NullMarked
package dev.waggle.cli.serve;

import org.jspecify.annotations.NullMarked;
