package dev.waggle.swarm.advisor;
public record AdvisorConfig() {}
