/**
 * Remote agents as harnesses: discovery of their cards, and calls of the Agent2Agent protocol in the version that a card
 * states. No tasks of our own live here.
 */
@NullMarked
package dev.waggle.connect.a2a.client;

import org.jspecify.annotations.NullMarked;
