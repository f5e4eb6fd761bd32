/**
 * Example programs. Each shows one use of a swarm in your program and runs as it stands. A test runs it with a
 * stand-in for the models. The first is the one of {@code docs/embedding.md}.
 */
@NullMarked
package dev.waggle.lab.example;

import org.jspecify.annotations.NullMarked;
