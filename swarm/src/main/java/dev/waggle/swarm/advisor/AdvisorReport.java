package dev.waggle.swarm.advisor;
public record AdvisorReport() {}
