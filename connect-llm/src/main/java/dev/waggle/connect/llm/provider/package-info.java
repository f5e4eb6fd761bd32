/**
 * Calls of one model of one provider: its address and key, mapping of requests and answers, the session, and the
 * mapping of errors. The library implements the formats. The package above decides which providers exist.
 */
@NullMarked
package dev.waggle.connect.llm.provider;

import org.jspecify.annotations.NullMarked;
