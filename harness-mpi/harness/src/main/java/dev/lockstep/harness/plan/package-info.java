/** What will be measured, settled before anything is started: benchmarks, cells, forks within a budget, and the order of launches. */
package dev.lockstep.harness.plan;
