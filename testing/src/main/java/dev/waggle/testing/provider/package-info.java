/**
 * A server that stands in for providers of models. It has their wire formats with real streaming over loopback, a script
 * that decides the answers, and every fault that a client has to survive. It refuses requests that the provider
 * refuses, in the words of the provider. Written after the published formats and after refusals that are quoted in
 * public, never checked against a live provider.
 */
@NullMarked
package dev.waggle.testing.provider;

import org.jspecify.annotations.NullMarked;
