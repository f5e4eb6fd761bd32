package dev.waggle.swarm.evolution;
public record EvolutionConfig() { public static EvolutionConfig defaults() { return new EvolutionConfig(); } }
