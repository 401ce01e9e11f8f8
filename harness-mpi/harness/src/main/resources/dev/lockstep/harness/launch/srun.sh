# Slurm keeps a job whose srun was killed. So it bears the launcher's host and process id as its name, by which it can be found.
SLURM_JOB_NAME=lockstep-$(uname -n)-$$
export SLURM_JOB_NAME
exec "$@"
