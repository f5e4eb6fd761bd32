/**
 * Example programs. Each shows one thing that a program of yours can do with a swarm, runs as it stands, and is
 * run by a test with a stand-in for the models. The first of them is the one of {@code docs/embedding.md}.
 */
@NullMarked
package dev.waggle.lab.example;

import org.jspecify.annotations.NullMarked;
