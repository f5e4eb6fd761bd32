/** Tests of swarms as a user writes them. The page {@code docs/how-to/test-a-swarm.md} shows each file whole. */
@NullMarked
package dev.waggle.testing.example;

import org.jspecify.annotations.NullMarked;
