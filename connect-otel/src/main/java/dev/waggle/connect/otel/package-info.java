/** Traces, metrics and logs of solves for OpenTelemetry. */
@NullMarked
package dev.waggle.connect.otel;

import org.jspecify.annotations.NullMarked;
