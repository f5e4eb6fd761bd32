/**
 * A server that stands in for providers of models. It has their wire formats with real streaming over loopback, and
 * their rules for requests. A script decides the answers and every fault that a client has to survive. Written after the
 * published formats, never checked against a live provider.
 */
@NullMarked
package dev.waggle.testing.provider;

import org.jspecify.annotations.NullMarked;
