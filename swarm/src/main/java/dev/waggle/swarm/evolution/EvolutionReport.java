package dev.waggle.swarm.evolution;
public record EvolutionReport() {}
