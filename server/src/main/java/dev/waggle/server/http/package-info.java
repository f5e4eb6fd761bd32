/** Operations over HTTP: their definitions, requests, answers and problems, and the listener that serves them. */
@NullMarked
package dev.waggle.server.http;

import org.jspecify.annotations.NullMarked;
