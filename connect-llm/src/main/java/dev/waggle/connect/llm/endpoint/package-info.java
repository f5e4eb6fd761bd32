/**
 * Configuration of an endpoint beside its format: own headers and query parameters, settings of its requests, the
 * longest silence, proxies and certificate authorities. It sends nothing; {@code wire} and {@code provider} use it.
 */
@NullMarked
package dev.waggle.connect.llm.endpoint;

import org.jspecify.annotations.NullMarked;
