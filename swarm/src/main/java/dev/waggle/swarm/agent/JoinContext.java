package dev.waggle.swarm.agent;

import java.util.random.RandomGenerator;

import dev.waggle.signal.harness.CallMeter;
import dev.waggle.signal.world.World;
import dev.waggle.swarm.Task;

/**
 * Context that a participant receives when it joins a solve.
 *
 * @param task the question
 * @param run the id of the solve
 * @param random random generator of this participant, seeded from the world's seed, the task and its id, so that
 *        neither the date nor other solves change it
 * @param world date, stopwatch and ids of this participant
 * @param meter pays for its calls of models
 */
public record JoinContext(Task task, String run, RandomGenerator random, World world, CallMeter meter) {}
