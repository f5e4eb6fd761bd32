/**
 * Soak test of the whole runtime in one process: solves, streams, cancellations, resumes, inboxes and MCP. It checks
 * each result, and that threads, handles, memory and disk do not grow. The bus alone has a soak of its own beside it.
 */
@NullMarked
package dev.waggle.lab.soak.runtime;

import org.jspecify.annotations.NullMarked;
