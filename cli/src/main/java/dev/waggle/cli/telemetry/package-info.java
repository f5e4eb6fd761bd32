/**
 * OpenTelemetry for commands: the decision whether it is asked for, and the SDK. Without that, no class of OpenTelemetry
 * is loaded.
 */
@NullMarked
package dev.waggle.cli.telemetry;

import org.jspecify.annotations.NullMarked;
